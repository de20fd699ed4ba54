/**
 * The gallery: every scenario as a page in which it is stepped through, with an index by paper and section. {@link
 * io.quorate.reproduce.gallery.Gallery} makes it, {@link io.quorate.reproduce.gallery.Exhibit} knows of one scenario what it shows.
 */
@NullMarked
package io.quorate.reproduce.gallery;

import org.jspecify.annotations.NullMarked;
