# Headers that most files of a kind include, compiled once for all of them: with it, and with line numbers alone as debug
# information, a whole build takes about half the time. Off by default, because compiler caches do not see through it;
# the presets that build everything turn it on. No file may rely on it: scripts/check builds without.
option(CONNSCOPE_PCH "Precompile common headers" OFF)

set(connscope_pch_std <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <span> <string>
    <unordered_map> <utility> <variant> <vector> <tl/expected.hpp>)
set(connscope_pch_qt <QCoreApplication> <QEvent> <QFontMetricsF> <QHash> <QPainter> <QPainterPath> <QString> <QWidget>)

# connscope_precompiled(TARGET KIND) with KIND window, test (of the engine) or windowtest.
# The compiler takes such a header only where it is compiled with the same definitions, hence the kinds. The engine goes
# without: it would save little there, and g++ 12 then warns of what it imagines inside of std::string (GCC bug 105651).
function(connscope_precompiled target kind)
    if(NOT CONNSCOPE_PCH)
        return()
    endif()
    set(owner connscope_pch_${kind})
    if(NOT TARGET ${owner})
        add_library(${owner} STATIC ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
        target_link_libraries(${owner} PRIVATE connscope_options)
        if(kind MATCHES "^window")
            target_link_libraries(${owner} PRIVATE Qt6::Widgets)
            target_compile_definitions(${owner} PRIVATE QT_NO_CAST_FROM_ASCII QT_USE_QSTRINGBUILDER)
        endif()
        if(kind MATCHES "test$")
            target_link_libraries(${owner} PRIVATE Qt6::Test)
            connscope_test_options(${owner})
            target_precompile_headers(${owner} PRIVATE <QTest>)
        endif()
        target_precompile_headers(${owner} PRIVATE ${connscope_pch_std})
        if(kind MATCHES "^window")
            target_precompile_headers(${owner} PRIVATE ${connscope_pch_qt})
        endif()
    endif()
    target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
