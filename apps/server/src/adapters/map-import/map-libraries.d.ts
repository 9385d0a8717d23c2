declare module 'vt-pbf' {
  /** Encodes tiles of geojson-vt, by layer name, as one uncompressed vector tile. */
  export function fromGeojsonVt(
    layers: Record<string, { features: unknown[] }>,
    options?: { version?: number; extent?: number },
  ): Uint8Array
}
