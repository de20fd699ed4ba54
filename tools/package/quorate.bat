@echo off
rem Starts the program quorate with the runtime beside it, or else with the Java of JAVA_HOME or of the path.
rem   QUORATE_JAVA_OPTS    more options for the JVM, e.g. -Xmx4g
setlocal DisableDelayedExpansion
set "QUORATE_HOME=%~dp0"
set "QUORATE_JAVA=%QUORATE_HOME%runtime\bin\java.exe"
if exist "%QUORATE_JAVA%" goto run
if not defined JAVA_HOME goto path
set "QUORATE_JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%QUORATE_JAVA%" goto run
echo quorate: no Java found in JAVA_HOME="%JAVA_HOME%". Install Java 17 or newer, and let JAVA_HOME name its folder. 1>&2
exit /b 3
:path
for %%J in (java.exe) do set "QUORATE_JAVA=%%~$PATH:J"
if defined QUORATE_JAVA goto run
echo quorate: no Java found. Install Java 17 or newer, and put its folder bin on the path. 1>&2
exit /b 3
:run
"%QUORATE_JAVA%" -Djava.awt.headless=true %QUORATE_JAVA_OPTS% -cp "%QUORATE_HOME%lib\quorate.jar" io.quorate.cli.QuorateCli %*
exit /b %ERRORLEVEL%
