// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Leaves the tests out, wherever the build put them. */
final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
        return !location.contains("/test-classes/");
    }
}
