import type { Module } from '../../platform/lifecycle/module.ts'
import { embeddedTiles } from './embedded-tiles.ts'
import { RasterTiles } from './raster-tiles.ts'
import { tilesRoutes } from './tiles.routes.ts'

export const tilesModule: Module = {
  name: 'tiles',
  routes: (http, { db, clock }) => {
    const tiles = embeddedTiles(db)
    tilesRoutes(http, tiles, new RasterTiles(tiles, clock))
  },
}
