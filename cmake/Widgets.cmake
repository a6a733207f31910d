# How the rooms of the window are declared.

# connscope_widgets_room(NAME [SOURCES file…] [LINKS target…])
#
# As connscope_room, with Qt: moc runs over it, and its headers are included as "NAME/x.h". A room without sources is a
# place that others may already link. tests/tidy holds SOURCES and LINKS against the table of who may include whom.
function(connscope_widgets_room name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "connscope_widgets_room(${name}): do not know '${ARG_UNPARSED_ARGUMENTS}'")
    endif()
    if(NOT ARG_SOURCES)
        add_library(connscope_${name} INTERFACE)
        add_library(Connscope::${name} ALIAS connscope_${name})
        target_link_libraries(connscope_${name} INTERFACE ${ARG_LINKS})
        return()
    endif()
    add_library(connscope_${name} STATIC ${ARG_SOURCES})
    add_library(Connscope::${name} ALIAS connscope_${name})
    set_target_properties(connscope_${name} PROPERTIES
        AUTOMOC ON
        AUTOMOC_COMPILER_PREDEFINES OFF) # with them, moc 6.4 reads libstdc++'s <concepts> and stumbles over it
    target_include_directories(connscope_${name} PUBLIC ${PROJECT_SOURCE_DIR}/widgets)
    target_compile_definitions(connscope_${name} PUBLIC QT_NO_CAST_FROM_ASCII QT_USE_QSTRINGBUILDER)
    target_link_libraries(connscope_${name} PUBLIC ${ARG_LINKS} PRIVATE connscope_options)
    connscope_together(connscope_${name})
    if("Qt6::Widgets" IN_LIST ARG_LINKS)
        connscope_precompiled(connscope_${name} window)
    endif()
endfunction()
