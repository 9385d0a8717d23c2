const READERS = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

/** A stub of a schema that can be composed and referenced, but does not parse. */
const schema: unknown = new Proxy(() => undefined, {
  get: (_, name) => {
    if (READERS.has(name)) throw new Error('the console keeps no schemas; the server checks what is sent')
    return typeof name === 'symbol' ? undefined : schema
  },
  apply: () => schema,
})

/**
 * Replaces zod when the console is built: the browser needs only methods, paths and constants of the contract, and
 * the library would be a tenth of the first load.
 */
export const z = schema
