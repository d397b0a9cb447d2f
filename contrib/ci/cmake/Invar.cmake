# invar_check(TARGET [ARGUMENTS...]): a target `invar-TARGET` that surveys the C files of TARGET with the options it is
# compiled with. `cmake --build . --target invar` does that for all of them.
#
#   set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
#   include(Invar)
#   add_library(ring ring.c)
#   invar_check(ring --timeout 30s)

find_program(INVAR_EXECUTABLE invar DOC "The invar binary")

if(NOT TARGET invar)
  add_custom_target(invar)
endif()

function(invar_check target)
  if(NOT INVAR_EXECUTABLE)
    message(STATUS "invar is not installed: no checks of ${target}")
    return()
  endif()
  if(NOT CMAKE_EXPORT_COMPILE_COMMANDS)
    message(FATAL_ERROR "invar_check needs set(CMAKE_EXPORT_COMPILE_COMMANDS ON) before the targets")
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  set(files)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.c$")
      get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
      list(APPEND files ${path})
    endif()
  endforeach()
  add_custom_target(
    invar-${target}
    COMMAND ${INVAR_EXECUTABLE} survey ${files}
            --compile-commands ${CMAKE_BINARY_DIR}/compile_commands.json ${ARGN}
    WORKING_DIRECTORY ${folder}
    COMMENT "invar survey ${target}"
    VERBATIM USES_TERMINAL)
  add_dependencies(invar invar-${target})
endfunction()
