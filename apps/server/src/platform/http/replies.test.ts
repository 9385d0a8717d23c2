import fs from 'node:fs/promises'
import path from 'node:path'
import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { REPLIES_WITHOUT_DATA } from '@dispecerat/contract/kernel/replies'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractEndpoints, lineOf } from '../../testing/contract-endpoints.ts'
import { REPO_ROOT } from '../lifecycle/repo-root.ts'

const { as_documented, of_ours } = REPLIES_WITHOUT_DATA

/** Files have no shape, and replies that only confirm have `ok`. */
function hasNoData({ reply }: Endpoint): boolean {
  const isFile = reply instanceof z.ZodAny || reply instanceof z.ZodUnknown
  return isFile || (reply instanceof z.ZodObject && 'ok' in reply.shape)
}

function hasData({ reply }: Endpoint): boolean {
  return reply instanceof z.ZodObject && 'data' in reply.shape
}

test('every reply is in data except those that are listed', async () => {
  const others = (await contractEndpoints()).filter((endpoint) => !hasData(endpoint) && !hasNoData(endpoint))
  expect([...new Set(others.map(lineOf))].sort()).toEqual([...as_documented, ...of_ours].sort())
})

test('docs/api.md lists the replies without data', async () => {
  const text = await fs.readFile(path.join(REPO_ROOT, 'docs/api.md'), 'utf8')
  const replies = text.slice(text.indexOf('## Replies'), text.indexOf('## Where it differs'))
  const listed = [...replies.matchAll(/^\| `((?:GET|POST|PATCH|DELETE) \/[^`]*)` \|/gm)].map(([, line]) => line)
  expect(listed).toEqual([...as_documented, ...of_ours])
})
