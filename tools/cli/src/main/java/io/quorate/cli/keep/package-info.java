/** What long work leaves in files, so that it need not be done again. */
@NullMarked
package io.quorate.cli.keep;

import org.jspecify.annotations.NullMarked;
