//! The transposition table: shared by all threads, lock-free, of fixed size.
//!
//! An entry is two relaxed atomic words, the key xor the data and the data. A torn entry, half of one write
//! and half of another, fails the comparison and reads as empty, so no lock is needed (the method of
//! R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search").

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

use super::searcher::HashError;
use super::{Bound, Score};
use crate::instructions::prefetch;

/// Entries in a bucket: one cache line of 64 bytes.
const BUCKET: usize = 4;

/// Generations that the age field tells apart.
const AGES: u8 = 32;

/// Plies of depth that an entry loses in the choice of a victim for each search that passed since.
const AGE_PENALTY: i32 = 4;

/// A new result for the same position replaces an old one unless it is this many plies shallower.
const KEEP_DEEPER: i32 = 4;

#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Zeroable)]
#[repr(C, align(64))]
struct Bucket([Slot; BUCKET]);

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Bits of the best move as [`crate::game::Game::pack`] gives them; 0 is none. They may mean nothing
    /// in the position at hand, or an illegal move.
    pub move_bits: u32,
    /// Score for the side to move; mate distances count from this position.
    pub score: Score,
    /// Depth of the search behind the score, plies; 0 is quiescence.
    pub depth: u8,
    /// What the score says; `None` if only the move is worth anything.
    pub bound: Option<Bound>,
    /// Whether the position lay on a principal variation.
    pub pv: bool,
}

impl Entry {
    fn pack(&self, age: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let meta = bound | u8::from(self.pv) << 2 | age << 3;
        let score = self.score as i16 as u16;
        u64::from(self.move_bits) << 32
            | u64::from(score) << 16
            | u64::from(self.depth) << 8
            | u64::from(meta)
    }

    fn unpack(data: u64) -> Entry {
        Entry {
            move_bits: (data >> 32) as u32,
            score: Score::from((data >> 16) as u16 as i16),
            depth: (data >> 8) as u8,
            bound: match data & 3 {
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
            },
            pv: data & 4 != 0,
        }
    }
}

const fn age_of(data: u64) -> u8 {
    (data as u8) >> 3
}

const fn depth_of(data: u64) -> i32 {
    ((data >> 8) as u8) as i32
}

/// The shared table.
pub struct Table {
    buckets: Box<[Bucket]>,
    mib: usize,
    age: u8,
}

impl Table {
    /// An empty table of `mib` MiB, at least 1.
    ///
    /// # Errors
    /// [`HashError`] if that is more than 80 % of the memory available, where the system tells, or more
    /// than it gives. Nothing was allocated then.
    pub fn new(mib: usize) -> Result<Table, HashError> {
        let mib = mib.max(1);
        let limit = hash_limit();
        if let Some(limit) = limit.filter(|&limit| mib > limit) {
            return Err(HashError { asked: mib, limit });
        }
        let refused = HashError { asked: mib, limit: limit.unwrap_or(0).min(mib - 1) };
        let bytes = mib.checked_mul(1 << 20).ok_or_else(|| refused.clone())?;
        Table::of_buckets(bytes / size_of::<Bucket>(), mib).ok_or(refused)
    }

    /// The smallest table there is, for when memory is short.
    pub(super) fn smallest() -> Table {
        Table { buckets: vec![Bucket::zeroed()].into_boxed_slice(), mib: 0, age: 0 }
    }

    fn of_buckets(count: usize, mib: usize) -> Option<Table> {
        // Zeroed at once: buckets are aligned to cache lines, and such memory is not handed out zeroed.
        let buckets = bytemuck::allocation::try_zeroed_slice_box(count).ok()?;
        Some(Table { buckets, mib, age: 0 })
    }

    /// Size in MiB.
    pub fn mib(&self) -> usize {
        self.mib
    }

    /// Number of entries it can hold.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * BUCKET
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot.check.get_mut() = 0;
            *slot.data.get_mut() = 0;
        }
        self.age = 0;
    }

    /// Begins a new generation: entries of older ones are replaced first.
    pub fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product spreads keys evenly over any number of buckets.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Starts to load the bucket of `key` into the cache, to be there when the node is searched.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known about the position of `key`.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Remembers `entry` for the position of `key`, unless what is there is worth more.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if data != 0 && slot.check.load(Relaxed) ^ data == key {
                let current = age_of(data) == self.age;
                let shallower = i32::from(entry.depth) + KEEP_DEEPER <= depth_of(data);
                if current && shallower && entry.bound != Some(Bound::Exact) {
                    return;
                }
                if entry.move_bits == 0 {
                    entry.move_bits = (data >> 32) as u32;
                }
                victim = slot;
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                let passed = i32::from((self.age + AGES - age_of(data)) % AGES);
                depth_of(data) - AGE_PENALTY * passed
            };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = entry.pack(self.age);
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// Permille of the entries written by the present search, from a sample.
    pub fn hash_full(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data != 0 && age_of(data) == self.age)
            .count();
        (used * 1000 / (sample.len() * BUCKET)) as u32
    }
}

/// The largest table there may be, in MiB: 80 % of the available memory, where the system tells.
pub fn hash_limit() -> Option<usize> {
    available_mib().map(|available| available / 5 * 4)
}

/// Memory that can be had without swapping, in MiB, where the system tells (`MemAvailable` in
/// `/proc/meminfo`).
fn available_mib() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, score: Score) -> Entry {
        Entry { move_bits: 0x8765_4321, score, depth, bound: Some(Bound::Lower), pv: true }
    }

    #[test]
    fn entries_survive_packing() {
        for bound in [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)] {
            for score in [-32_240, -1, 0, 1, 32_240] {
                let entry = Entry { move_bits: u32::MAX, score, depth: 255, bound, pv: bound.is_none() };
                let data = entry.pack(AGES - 1);
                assert_eq!(Entry::unpack(data), entry);
                assert_eq!((age_of(data), depth_of(data)), (AGES - 1, 255));
            }
        }
        assert_eq!(size_of::<Bucket>(), 64);
        assert_eq!(size_of::<Slot>(), 16);
    }

    #[test]
    fn the_shallow_and_the_old_go_first() {
        let mut table = Table::smallest();
        for (key, depth) in [(1, 5), (2, 3), (3, 9), (4, 7)] {
            table.store(key, entry(depth, 0));
        }
        table.store(5, entry(1, 0));
        assert_eq!(table.probe(2), None, "the shallowest entry makes room");
        table.new_search();
        table.new_search();
        table.store(3, entry(9, 1));
        table.store(6, entry(1, 0));
        table.store(7, entry(1, 0));
        assert!(table.probe(3).is_some() && table.probe(4).is_some(), "deep ones stay");
        assert!(table.probe(1).is_none() && table.probe(5).is_none(), "shallow ones of two searches ago go");
        assert_eq!(table.hash_full(), 750);
        table.clear();
        assert_eq!((1..8).find_map(|key| table.probe(key)), None);
    }

    #[test]
    fn a_torn_entry_reads_as_empty() {
        let table = Table::smallest();
        table.store(77, entry(4, 9));
        let slot = &table.buckets[0].0[0];
        slot.data.store(entry(5, 9).pack(0), Relaxed);
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn the_move_is_kept_when_the_new_result_has_none() {
        let table = Table::smallest();
        table.store(77, entry(4, 9));
        table.store(77, Entry { move_bits: 0, ..entry(6, 3) });
        assert_eq!(table.probe(77), Some(entry(6, 3)));
        table.store(77, entry(1, 5));
        assert_eq!(table.probe(77), Some(entry(6, 3)), "a much shallower bound is not worth it");
    }

    #[test]
    fn more_than_the_memory_is_refused() {
        assert!(Table::new(usize::MAX).is_err());
        if let Some(available) = available_mib() {
            let error = Table::new(available * 2).err().expect("twice the memory must be refused");
            assert!(error.limit <= available && error.asked == available * 2);
        }
        assert_eq!(Table::new(0).expect("1 MiB is there").capacity(), (1 << 20) / 16);
    }
}
