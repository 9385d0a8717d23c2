import { createCar, deleteCar, editCar, linkDriver, restoreCar, unlinkDriver } from '@dispecerat/contract/fleet/cars'
import { expect, test } from 'vitest'
import { anImportingOffice, REAL } from '../../office/imports/testing/an-importing-office.ts'
import { aServer } from '../../testing/a-server.ts'
import { aDriver } from '../../testing/builders.ts'

test('viewers of the cars are notified of each change, also of an import; another company is not', async () => {
  await using server = await aServer()
  const { companyId, token, bring } = await anImportingOffice(server)
  const unknown = await anImportingOffice(server)
  const { driverId } = await aDriver(server, { companyId })
  const [socket, theirs] = [await server.socket(token), await server.socket(unknown.token)]
  const body = { indicativ: '27', number: 'BV27XYZ' }
  const { id } = (await server.request(createCar, { body }, token)).reply.data
  const params = { id }
  await server.request(editCar, { params, body: { color: 'verde' } }, token)
  await server.request(linkDriver, { params, body: { driver_id: driverId } }, token)
  await server.request(unlinkDriver, { params: { id, driverId } }, token)
  await server.request(deleteCar, { params }, token)
  await server.request(restoreCar, { params }, token)
  expect(await socket.waitForEvents('cars_changed', 6)).toHaveLength(6)
  await bring('cars', 'Indicativ;Număr\n31;BV31AAA\n32;BV32AAA\n', REAL)
  expect(await socket.waitForEvents('cars_changed', 7)).toHaveLength(7)
  await theirs.caughtUp()
  expect(theirs.framesOf('cars_changed')).toEqual([])
})
