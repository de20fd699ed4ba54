/** Results of long work, kept in files, so that it need not be repeated. */
@NullMarked
package io.quorate.cli.keep;

import org.jspecify.annotations.NullMarked;
