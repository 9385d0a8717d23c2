import { expect, test } from 'vitest'
import { workspaceAt } from './workspace.ts'

test.each([
  ['/operator', 'operator'],
  ['/operator/order/12', 'operator'],
  ['/operator/map', 'operator'],
  ['/operator/v2', 'v2'],
  ['/operator/v2/order/0', 'v2'],
  ['/operator/v22', 'operator'],
  ['/delivery', 'delivery'],
  ['/delivery/order/7', 'delivery'],
  ['/dashboard', 'operator'],
])('links of %s lead to the workspace "%s"', (path, kind) => {
  expect(workspaceAt(path).kind).toBe(kind)
})
