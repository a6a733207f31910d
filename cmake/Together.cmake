# Several sources of a library compiled as one, so that the headers they share are read once for all of them: a library then
# takes about a quarter of the time. Off by default, because a compiler cache and an editor's index do best with single
# files; the presets that build everything turn it on. No file may rely on it: scripts/check builds without.
option(CONNSCOPE_UNITY "Compile several sources of a library as one" OFF)

# Files whose private names another file of their room has, too (a table is called kRows wherever there is one).
set(connscope_alone
    app/window/mainwindow_files.cpp
    app/window/mainwindow_traces.cpp
    app/window/sameagain.cpp
    app/window/sourcebar.cpp
    engine/analysis/logbodies.cpp
    engine/analysis/names.cpp
    engine/analysis/report_connections.cpp
    engine/analysis/report_events.cpp
    engine/analysis/report_markdown.cpp
    engine/analysis/report_sequence.cpp
    engine/base/time.cpp
    engine/client/consumer.cpp
    engine/client/networkconnections.cpp
    engine/client/producer.cpp
    engine/compare/summary.cpp
    engine/compare/summarywords.cpp
    engine/compare/superpose.cpp
    engine/compare/timemap.cpp
    engine/lesson/readmeasures.cpp
    engine/lesson/readquestion.cpp
    engine/protocol/configkeys_broker.cpp
    engine/protocol/configkeys_brokerinner.cpp
    engine/protocol/configkeys_client.cpp
    engine/protocol/configkeys_security.cpp
    engine/protocol/logformat.cpp
    engine/real/clientsocket.cpp
    engine/real/pkcs12.cpp
    engine/real/saslserver.cpp
    engine/real/scram.cpp
    engine/scenario/readclients.cpp
    engine/scenario/reading.cpp
    engine/wire/convert/fetch.cpp
    engine/wire/encoder.cpp
    widgets/classroom/lessonlist.cpp
    widgets/editor/editorpanel.cpp
    widgets/editor/things.cpp
    widgets/events/eventmodel.cpp
    widgets/events/logview.cpp
    widgets/figures/figureform.cpp
    widgets/frame/clustermodel.cpp
    widgets/timeline/plot.cpp
    widgets/timeline/timeaxis.cpp
    widgets/topology/annotated.cpp
    widgets/topology/cast.cpp
    widgets/whatif/questions.cpp
)

# connscope_together(TARGET) - called in the folder where the target is declared
function(connscope_together target)
    if(NOT CONNSCOPE_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
    foreach(file IN LISTS connscope_alone)
        set(path ${PROJECT_SOURCE_DIR}/${file})
        cmake_path(IS_PREFIX CMAKE_CURRENT_SOURCE_DIR ${path} inside)
        if(inside)
            set_source_files_properties(${path} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        endif()
    endforeach()
endfunction()
