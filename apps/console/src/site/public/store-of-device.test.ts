import { expect, test } from 'vitest'
import { storeOfDevice } from './store-of-device.ts'

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36', 5, 'play_store'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'app_store'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'app_store'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, null],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140', 0, null],
])('%s with %i touch points: %s', (userAgent, maxTouchPoints, store) => {
  expect(storeOfDevice({ userAgent, maxTouchPoints })).toBe(store)
})
