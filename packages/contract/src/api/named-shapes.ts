import { z } from 'zod'
import * as modules from './contract-modules.ts'

/**
 * The object shapes and enumerations that modules export, by export name. Scalars such as `Id` get no name: they stay where they are used.
 * Throws when two modules claim one name.
 */
export function shapesByName(exportsOfModules: readonly Readonly<Record<string, unknown>>[]): Map<string, z.ZodType> {
  const shapes = new Map<string, z.ZodType>()
  for (const [name, shape] of exportsOfModules.flatMap((exports) => Object.entries(exports))) {
    if (!isNamed(shape)) continue
    if (shapes.has(name)) throw new Error(`two modules of the contract export a shape named ${name}`)
    shapes.set(name, shape)
  }
  return shapes
}

function isNamed(shape: unknown): shape is z.ZodType {
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodLazy) return isNamed(shape.unwrap())
  return shape instanceof z.ZodObject || shape instanceof z.ZodEnum
}

/** The named shapes of the contract. They are registered with zod, so that its JSON Schema references them. */
export const NAMED_SHAPES: ReadonlyMap<string, z.ZodType> = shapesByName(Object.values(modules))

for (const [id, shape] of NAMED_SHAPES) z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id })
