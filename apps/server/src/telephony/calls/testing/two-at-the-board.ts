import { reportActivity, whoAmI } from '@dispecerat/contract/identity/accounts'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { aSwitchboard } from '../../../testing/telephone/a-switchboard.ts'

/** Two dispatchers who move calls between each other, without audio: `me` has the call first, `she` is the colleague. */
export async function twoAtTheBoard() {
  const board = await aSwitchboard({ env: { TELEPHONY: 'off' } })
  const { server, dispatcher, colleague } = board
  const idOf = async (token: string) => asId<UserId>((await server.request(whoAmI, {}, token)).reply.data.id)
  const sit = (token: string, isOnline: boolean) => server.request(reportActivity, { body: { isOnline } }, token)
  return {
    ...board,
    me: await idOf(dispatcher),
    she: await idOf(colleague),
    idOf,
    sit,
    /** Removes all calls; both dispatchers are at their consoles. */
    startAgain: async () => {
      await server.db.deleteFrom('calls').execute()
      for (const token of [dispatcher, colleague]) await sit(token, true)
    },
    /** Number of entries of this type in the history of an order. */
    times: async (orderId: OrderId, type: string) =>
      (await board.history(orderId)).filter((one) => one === type).length,
  }
}
