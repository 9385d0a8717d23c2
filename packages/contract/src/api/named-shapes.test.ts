import fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { withUsedSchemas } from './document-schemas.ts'
import { NAMED_SHAPES, shapesByName } from './named-shapes.ts'

const SOURCES = new URL('../', import.meta.url)

test('every object shape that a module exports has its export name in the documents', async () => {
  const files = await fs.readdir(SOURCES, { recursive: true })
  const modules = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const exported: Record<string, unknown>[] = await Promise.all(
    modules.map((file) => import(new URL(file, SOURCES).href)),
  )
  expect([...NAMED_SHAPES.keys()].sort()).toEqual([...shapesByName(exported).keys()].sort())
})

test('two modules that export one shape name are refused', () => {
  const Car = z.object({ id: z.number() })
  expect(() => shapesByName([{ Car }, { Car }])).toThrow('Car')
})

test('a shape has one schema with its plain name, and a second one for requests where it differs from replies', () => {
  const sent = { type: 'object' }
  const received = { type: 'object', additionalProperties: false }
  const schemas = {
    Car: received,
    CarInput: sent,
    NewCar: received,
    NewCarInput: sent,
    PersonState: { enum: ['active'] },
    PersonStateInput: { enum: ['active'] },
    Stand: received,
  }
  const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const sentShapes = ['CarInput', 'NewCarInput', 'PersonStateInput'].map($ref)
  const document = { components: {}, received: ['Car', 'PersonState'].map($ref), sent: sentShapes }

  expect(withUsedSchemas(document, schemas)).toEqual({
    components: { schemas: { Car: received, CarInput: sent, NewCar: sent, PersonState: { enum: ['active'] } } },
    received: ['Car', 'PersonState'].map($ref),
    sent: ['CarInput', 'NewCar', 'PersonState'].map($ref),
  })
})
