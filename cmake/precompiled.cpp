// SPDX-License-Identifier: GPL-3.0-or-later
// Something to compile for the libraries that own precompiled headers (Precompiled.cmake).
