/**
 * Why a document does not satisfy a filter, told as MongoDB tells it in {@code errInfo.details} of a failed validation.
 * {@link io.counterpoint.query.filter.mismatch.FilterMismatch} is the entry. Used for documents that were refused
 * already, so it reads the filter as it was written and evaluates its parts again.
 */
@NullMarked
package io.counterpoint.query.filter.mismatch;

import org.jspecify.annotations.NullMarked;
