/** The two variations of Maekawa's section 10 in the lab. */
@NullMarked
package io.quorate.lab.kits.sequential;

import org.jspecify.annotations.NullMarked;
