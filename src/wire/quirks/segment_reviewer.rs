//! `segment_reviewer`: the response to the review of a segment has the id of the reviewer, or 0,
//! and later responses have the id. Both decode alike; do not take 0 for a failed review.
