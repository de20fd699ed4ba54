// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which program this is; the build writes its number. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"quorate " + number(), "Java " + System.getProperty("java.version")};
    }

    static String number() {
        Properties properties = new Properties();
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "(unknown)");
    }
}
