# Warnings and sanitizers for our own targets only.
option(CONNSCOPE_WERROR "Treat warnings as errors" OFF)
option(CONNSCOPE_SANITIZE "Address and undefined-behaviour sanitizers" OFF)

# Asserts are part of the tests: only Release leaves them out.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")

# A linker that takes a tenth of the time for our hundred programs, where it is installed.
find_program(CONNSCOPE_MOLD mold)
if(CONNSCOPE_MOLD AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    add_link_options(-fuse-ld=mold)
endif()
mark_as_advanced(CONNSCOPE_MOLD)

add_library(connscope_options INTERFACE)
# g++ 12 at -O3 sees overlapping copies inside std::string that are not there (GCC bug 105651).
target_compile_options(connscope_options INTERFACE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
    -Wformat=2 -Wimplicit-fallthrough $<$<BOOL:${CONNSCOPE_WERROR}>:-Werror>)

# Link-time optimization shows it sizes of strings and tables that cannot be (2^63 and more), behind branches that are never taken.
if(CMAKE_INTERPROCEDURAL_OPTIMIZATION AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_link_options(-Wno-stringop-overflow -Wno-alloc-size-larger-than)
endif()

# Instrumentation goes to everything in the build, so that containers agree about their bounds.
if(CONNSCOPE_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "CONNSCOPE_FUZZ needs clang (libFuzzer): cmake --preset fuzz, or scripts/fuzz")
    endif()
    add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
elseif(CONNSCOPE_SANITIZE)
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
endif()
