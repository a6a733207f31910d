# What `cmake --install` puts where.
if(TARGET connscope)
    install(TARGETS connscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY resources/scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/connscope/scenarios FILES_MATCHING PATTERN "*.yaml")
install(FILES resources/completions/connscope DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES docs/connscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
