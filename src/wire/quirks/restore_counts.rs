//! `restore_counts`: the project that a snapshot was restored to has all its counts, or 0 while the
//! copy is being made. Both decode alike; read the project again.
