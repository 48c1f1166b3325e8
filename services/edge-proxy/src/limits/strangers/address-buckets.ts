import { LRUCache } from 'lru-cache'
import { createTokenBucket, type TokenBucket } from '../token-bucket.ts'

const ADDRESSES_MAX = 20_000
const SECONDS_PER_MINUTE = 60

/** A bucket for each address that was seen lately. */
export class AddressBuckets {
  readonly #perMinute: number
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: ADDRESSES_MAX })

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** The bucket of an address that has one. */
  known(address: string): TokenBucket | undefined {
    return this.#buckets.get(address)
  }

  /** The bucket of an address; a full one if it had none. */
  of(address: string): TokenBucket {
    const known = this.#buckets.get(address)
    if (known !== undefined) return known
    const bucket = createTokenBucket(this.#perMinute / SECONDS_PER_MINUTE, this.#perMinute)
    this.#buckets.set(address, bucket)
    return bucket
  }
}
