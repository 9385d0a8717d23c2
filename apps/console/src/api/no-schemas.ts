const READERS = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

/** A schema that can be written down and named, but not read with. */
const schema: unknown = new Proxy(() => undefined, {
  get: (_, name) => {
    if (READERS.has(name)) throw new Error('the console keeps no schemas; the server checks what is sent')
    return typeof name === 'symbol' ? undefined : schema
  },
  apply: () => schema,
})

/**
 * Stands where zod stands when the console is built: of the contract a browser needs methods, paths and words, and the
 * library that checks shapes would be a tenth of the first load.
 */
export const z = schema
