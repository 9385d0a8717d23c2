type Numbers = Float64Array | Int32Array | Uint32Array
const INITIAL_CAPACITY = 1024

/** Numbers in a typed array that grows: a country's roads are too many for an array of objects. */
export class GrowingNumbers<Kind extends Numbers> {
  #room: Kind
  #count = 0
  readonly #make: (length: number) => Kind

  constructor(make: (length: number) => Kind) {
    this.#make = make
    this.#room = make(INITIAL_CAPACITY)
  }

  get count(): number {
    return this.#count
  }

  push(value: number): void {
    if (this.#count === this.#room.length) {
      const larger = this.#make(this.#count * 2)
      larger.set(this.#room)
      this.#room = larger
    }
    this.#room[this.#count++] = value
  }

  /** All numbers so far, without a copy. */
  all(): Kind {
    return this.#room.subarray(0, this.#count) as Kind
  }
}
