declare module 'vt-pbf' {
  /** Layer name → a tile of geojson-vt; answers the uncompressed vector tile. */
  export function fromGeojsonVt(
    layers: Record<string, { features: unknown[] }>,
    options?: { version?: number; extent?: number },
  ): Uint8Array
}
