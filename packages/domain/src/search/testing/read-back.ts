const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The same data after it was written down as JSON and read again, as after a restart; instants become dates. */
export function readBack<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data), (_key, value) =>
    typeof value === 'string' && INSTANT.test(value) ? new Date(value) : value,
  )
}
