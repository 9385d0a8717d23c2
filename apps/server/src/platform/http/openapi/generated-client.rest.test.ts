import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTRACT_DIR } from '../../../testing/contract-endpoints.ts'
import { REPO_ROOT } from '../../lifecycle/repo-root.ts'

/** A client as somebody writes it who has only the document: its types come from there. */
const CLIENT = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Order = components['schemas']['OrderView']
type NewOrder = components['schemas']['NewOrder']
type Place = components['schemas']['NewPlace']

export async function placeAnOrder(email: string, password: string, place: Place) {
  const api = createClient<paths>({ baseUrl: 'https://dispecerat.example' })
  const login = await api.POST('/api/access-tokens', { body: { email, password } })
  if (login.error) throw new Error(login.error.message)
  const headers = { authorization: \`Bearer \${login.data.token}\` }

  const order: NewOrder = { client_phone: '0740123123', places: [place] }
  const created = await api.POST('/api/orders', { headers, body: order })
  if (created.error) throw new Error(created.error.message)

  const list = await api.GET('/api/orders', { headers, params: { query: { per_page: 10 } } })
  if (list.error) throw new Error(list.error.message)
  const orders: Order[] = list.data.data
  return orders.find(({ id }) => id === created.data.data.id)
}
`

/** What must not compile, so that a type that has become `any` or `unknown` is found. */
const WRONG_CLIENT = `
import type { components, paths } from './api.ts'

type Schemas = components['schemas']
declare const order: Schemas['OrderView']
declare const created: paths['/api/orders']['post']['responses'][201]['content']['application/json']

export const isCanceled: boolean = order.state === 'canceled'
// @ts-expect-error: not a state
export const isUnknown: boolean = order.state === 'cancelled'
export const name: string | null | undefined = created.data.places[0]?.name
// @ts-expect-error: the field does not exist
export const pickup = order.pickup
// @ts-expect-error: a number
export const id: string = created.data.id
// @ts-expect-error: neither does a nested one
export const street = created.data.places[0]?.street
// @ts-expect-error: a wrong field of what is sent
export const wrong: Schemas['NewOrder'] = { client_phone: '0740123123', telephone: '0740123123' }
// @ts-expect-error: the name is missing
export const unnamed: Schemas['NewPlace'] = { lat: 45.6, long: 25.6 }
`

let folder = ''

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-client-'))
  await fs.symlink(path.join(REPO_ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  const document = pathToFileURL(path.join(CONTRACT_DIR, 'openapi.json'))
  // As docs/api.md says: a field with a default may be left out.
  await write('api.ts', astToString(await openapiTS(document, { defaultNonNullable: false })))
})
afterAll(() => fs.rm(folder, { recursive: true, force: true }))

const write = (file: string, text: string) => fs.writeFile(path.join(folder, file), text)

/** Errors of the compiler with the project's options, one a line. */
function typeErrors(files: readonly string[]): string {
  const { config } = ts.readConfigFile(path.join(REPO_ROOT, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, REPO_ROOT)
  const program = ts.createProgram(
    files.map((file) => path.join(folder, file)),
    { ...options, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], preserveSymlinks: true },
  )
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (file) => file,
    getNewLine: () => '\n',
  })
}

test('a client generated from the document compiles, and a wrong field in it does not', async () => {
  await write('client.ts', CLIENT)
  await write('wrong-client.ts', WRONG_CLIENT)
  expect(typeErrors(['client.ts', 'wrong-client.ts'])).toBe('')
})
