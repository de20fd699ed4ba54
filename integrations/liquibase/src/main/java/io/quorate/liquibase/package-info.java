/**
 * The changelog lock of Liquibase: {@link io.quorate.liquibase.QuorateLockService}. The page is docs/use/liquibase.md.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.liquibase;

import org.jspecify.annotations.NullMarked;
