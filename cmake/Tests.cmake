# How tests, benchmarks and fuzz targets are declared. Each takes its source from NAME.cpp unless SOURCES says otherwise.

# What is tested is optimised; the sentences about it are compiled in less than half the time without.
function(connscope_test_options target)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:RelWithDebInfo>:-O0;-g1>")
    if(CONNSCOPE_PCH) # no test looks for data beside itself, and with this no two folders could share a compiled header
        target_compile_options(${target} PRIVATE -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)
    endif()
endfunction()

# connscope_test(NAME [SOURCES file…] [LINKS target…] [LABELS label…] [PROGRAM])
#
# One Qt Test executable, run by ctest without a display. Its labels are the name of its folder and LABELS.
# Every test links the support library (tests/support: paths of the checkout, rapidcheck inside Qt Test).
# PROGRAM: the test runs the program itself, so it is built first.
function(connscope_test name)
    cmake_parse_arguments(ARG "PROGRAM" "" "SOURCES;LINKS;LABELS" ${ARGN})
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "connscope_test(${name}): do not know '${ARG_UNPARSED_ARGUMENTS}'")
    endif()
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${name}.cpp)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/bin)
    # A test includes its NAME.moc. AUTOMOC would scan every test and compile an empty file for each: minutes of a whole build.
    foreach(source IN LISTS ARG_SOURCES)
        cmake_path(GET source STEM stem)
        if(stem MATCHES "^tst_")
            set(moc ${CMAKE_CURRENT_BINARY_DIR}/${stem}.moc)
            qt_generate_moc(${source} ${moc})
            target_sources(${name} PRIVATE ${moc})
            target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
        endif()
    endforeach()
    target_link_libraries(${name} PRIVATE ${ARG_LINKS} connscope_testsupport Qt6::Test connscope_options)
    connscope_test_options(${name})
    if(ARG_PROGRAM AND TARGET connscope)
        add_dependencies(${name} connscope)
    endif()

    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
    if(folder MATCHES "^(annotation|topology|timeline|events|inspector|sequence|figures|frame|editor|whatif|window)$")
        connscope_precompiled(${name} windowtest)
    elseif(NOT folder MATCHES "^(theme|view|vector|classroom|app|real)$") # these have Qt modules that the compiled header does not know
        connscope_precompiled(${name} test)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;UBSAN_OPTIONS=print_stacktrace=1;LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/lsan.supp"
        LABELS "${folder};${ARG_LABELS}"
        TIMEOUT 900)
endfunction()

# connscope_bench(NAME [SOURCES file…] [LINKS target…])
#
# A program that prints numbers; scripts/bench runs every one of them from a release build. ctest does not.
function(connscope_bench name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${name}.cpp)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
    target_link_libraries(${name} PRIVATE ${ARG_LINKS} connscope_options)
    if(NOT TARGET benches)
        add_custom_target(benches)
    endif()
    add_dependencies(benches ${name})
endfunction()

# connscope_fuzz(NAME [SOURCES file…] [LINKS target…])
#
# NAME.cpp defines LLVMFuzzerTestOneInput. With CONNSCOPE_FUZZ it becomes a libFuzzer program (scripts/fuzz runs it).
# Without, the same code is a test that reads every kept input in tests/fuzz/corpus/NAME.
function(connscope_fuzz name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${name}.cpp)
    endif()
    if(CONNSCOPE_FUZZ)
        add_executable(${name} ${ARG_SOURCES})
        set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
        target_link_libraries(${name} PRIVATE ${ARG_LINKS} connscope_options)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        if(NOT TARGET fuzzers)
            add_custom_target(fuzzers)
        endif()
        add_dependencies(fuzzers ${name})
    else()
        add_executable(${name} ${ARG_SOURCES} ${PROJECT_SOURCE_DIR}/tests/support/fuzzreplay.cpp)
        set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/bin)
        target_link_libraries(${name} PRIVATE ${ARG_LINKS} connscope_options)
        add_test(NAME ${name} COMMAND ${name} ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
        set_tests_properties(${name} PROPERTIES LABELS fuzz TIMEOUT 900 ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1")
    endif()
endfunction()
