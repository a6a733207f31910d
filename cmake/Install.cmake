# What `cmake --install` puts where.
if(TARGET connscope)
    install(TARGETS connscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY resources/scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/connscope/scenarios FILES_MATCHING PATTERN "*.yaml")
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(EXISTS ${PROJECT_SOURCE_DIR}/docs/connscope.1)
    install(FILES docs/connscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
