@echo off
rem Starts the program quorate with the runtime beside it, or else with the Java of JAVA_HOME or of the path.
rem   QUORATE_JAVA_OPTS    more options for the JVM, e.g. -Xmx4g
setlocal
set "QUORATE_HOME=%~dp0"
if exist "%QUORATE_HOME%runtime\bin\java.exe" (
  set "QUORATE_JAVA=%QUORATE_HOME%runtime\bin\java.exe"
) else if defined JAVA_HOME (
  set "QUORATE_JAVA=%JAVA_HOME%\bin\java.exe"
) else (
  set "QUORATE_JAVA=java"
)
"%QUORATE_JAVA%" -Djava.awt.headless=true %QUORATE_JAVA_OPTS% -cp "%QUORATE_HOME%lib\quorate.jar" io.quorate.cli.QuorateCli %*
exit /b %ERRORLEVEL%
