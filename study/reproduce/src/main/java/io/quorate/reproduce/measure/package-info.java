/** Measurements that the claims of several papers share. */
@NullMarked
package io.quorate.reproduce.measure;

import org.jspecify.annotations.NullMarked;
