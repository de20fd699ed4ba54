# Sourced by ./verify, ./fix, ./quorate, ./release and tools/package: finds the JDK and Maven, or says what to install.
# Sets java, jar and mvn: Maven of the path, or else the wrapper beside ./quorate, which downloads one.

if [ -n "${JAVA_HOME:-}" ]; then
    java="$JAVA_HOME/bin/java"
    jar="$JAVA_HOME/bin/jar"
else
    java=java
    jar=jar
fi
mvn=mvn
command -v mvn >/dev/null || mvn="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)/mvnw"

tool_missing() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

require_java() {
    command -v "$java" >/dev/null || tool_missing "no Java found${JAVA_HOME:+ in JAVA_HOME=$JAVA_HOME}." \
        "Install a JDK, 17 or newer (Debian, Ubuntu: apt install openjdk-17-jdk; macOS: brew install openjdk@17)."
}

# Pages are tested in a browser. Without one, those tests are skipped, and ./verify says so.
has_browser() {
    local name
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null && return
    done
    return 1
}

say_untested_pages() {
    has_browser || echo "verify: NOT TESTED: no page was opened in a browser. Install one: as root ./verify --install, or" \
        "apt install chromium-headless-shell" >&2
}

# Takes the name of a file for the log.
install_browser() {
    has_browser && return
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
    echo "$(basename "$0"): installing chromium-headless-shell, for the tests of pages ..." >&2
    local install=(env DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y --no-install-recommends)
    { "${install[@]}" chromium-headless-shell || { timeout 120 apt-get update && "${install[@]}" chromium-headless-shell; } \
        || "${install[@]}" chromium; } >"$1" 2>&1 </dev/null
}

# Alert rules are checked by promtool, from the path or from where install_promtool puts it.
has_promtool() {
    command -v promtool >/dev/null || [ -x target/promtool/usr/bin/promtool ]
}

say_unchecked_rules() {
    has_promtool || echo "verify: NOT TESTED: the alert rules and the queries of the dashboard. Fetch promtool: ./verify --install, or" \
        "apt install prometheus" >&2
}

# Unpacks Debian's package below target, and installs nothing: its server would start. Takes the name of a file for the log.
install_promtool() {
    has_promtool && return
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    echo "$(basename "$0"): fetching promtool, for the tests of alert rules ..." >&2
    rm -rf target/promtool
    mkdir -p target/promtool
    (
        cd target/promtool || exit 1
        timeout 300 apt-get download prometheus || { timeout 120 apt-get update && timeout 300 apt-get download prometheus; } || exit 1
        dpkg-deb --extract prometheus_*.deb . && rm prometheus_*.deb && usr/bin/promtool --version
    ) >"$1" 2>&1 </dev/null
}

# Tests of fencing start a server of their own: that of the system, or the one that install_postgres unpacks.
has_postgres() {
    compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || compgen -G 'target/postgresql/usr/lib/postgresql/*/bin/postgres' >/dev/null
}

has_mariadb() {
    [ -x /usr/sbin/mariadbd ] || [ -x target/mariadb/usr/sbin/mariadbd ]
}

say_untested_databases() {
    has_postgres || echo "verify: NOT TESTED: the guard against late writes on PostgreSQL. Fetch it: ./verify --install, or" \
        "apt install postgresql" >&2
    case "$*" in
        *long*) has_mariadb || echo "verify: NOT TESTED: the guard against late writes on MariaDB. Fetch it: ./verify --long --install, or" \
            "apt install mariadb-server-core" >&2 ;;
    esac
}

install_postgres() {
    has_postgres || unpack_packages postgresql "$1" postgresql && has_postgres
}

install_mariadb() {
    has_mariadb || unpack_packages mariadb "$1" mariadb-server-core && has_mariadb
}

# Unpacks a package and what it needs below target, and installs nothing: a server would start. Takes the folder, a file for the
# log, and the package.
unpack_packages() {
    local folder="target/$1" log="$2" package="$3"
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    echo "$(basename "$0"): fetching $package, for the tests of fencing ..." >&2
    rm -rf "$folder"
    mkdir -p "$folder/packages/partial"
    local fetch=(timeout 300 apt-get install -y --no-install-recommends --download-only -o Debug::NoLocking=1
        -o "Dir::Cache::archives=$PWD/$folder/packages" "$package")
    {
        "${fetch[@]}" || { timeout 120 apt-get update && "${fetch[@]}"; } || return 1
        local file
        for file in "$folder"/packages/*.deb; do
            dpkg-deb --extract "$file" "$folder" || return 1
        done
        rm -r "$folder/packages"
    } >"$log" 2>&1 </dev/null
}

require_jdk_and_maven() {
    require_java
    local release
    release="$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)"
    [ "${release:-0}" -ge 17 ] || tool_missing "Java ${release:-of unknown version} is too old: install a JDK, 17 or newer."
    command -v "$jar" >/dev/null || tool_missing "this Java is a run time only: install the whole JDK, 17 or newer."
    command -v "$mvn" >/dev/null || tool_missing "no Maven found, and mvnw is missing in this source tree." \
        "Install Maven, 3.8 or newer (Debian, Ubuntu: apt install maven; macOS: brew install maven)."
}

# The sources of a commit as those of a release: with its version instead of the snapshot's, and with its time. Takes commit and folder.
sources_of_release() {
    local commit="$1" folder="$2" snapshot version stamp
    mkdir -p "$folder"
    git archive "$commit" | tar --extract --directory="$folder"
    snapshot="$(sed -n 's#.*<version>\(.*\)</version>.*#\1#p' "$folder/pom.xml" | head -n 1)"
    version="${snapshot%-SNAPSHOT}"
    stamp="$(TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd "$commit")"
    find "$folder" -name pom.xml -exec sed -i -e "s#<version>$snapshot</version>#<version>$version</version>#" \
        -e "s#<tag>HEAD</tag>#<tag>v$version</tag>#" \
        -e "s#<project.build.outputTimestamp>.*</project.build.outputTimestamp>#<project.build.outputTimestamp>$stamp</project.build.outputTimestamp>#" {} +
}
