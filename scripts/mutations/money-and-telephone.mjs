const DOMAIN = 'packages/domain/src'
const SERVER = 'apps/server/src'
const EXCHANGE = `${SERVER}/providers/telephony/embedded`

/** The ledger, and who may telephone. */
export const MONEY_AND_TELEPHONE = [
  {
    area: 'ledger',
    name: 'a reversal moves the same amount in the same direction',
    file: `${DOMAIN}/ledger.ts`,
    find: 'amountBani: -entry.amountBani',
    replace: 'amountBani: entry.amountBani',
    tests: { unit: [`${DOMAIN}/ledger.test.ts`] },
  },
  {
    area: 'ledger',
    name: 'a driver cannot be paid out to the last ban of the limit',
    file: `${DOMAIN}/ledger.ts`,
    find: 'balanceBani - amountBani >= -limitBani',
    replace: 'balanceBani - amountBani > -limitBani',
    tests: { unit: [`${DOMAIN}/ledger.test.ts`] },
  },
  {
    area: 'ledger',
    name: 'two withdrawals at once both read the balance before the other',
    file: `${SERVER}/finance/ledger.store.ts`,
    find: 'order by driver_id for update',
    replace: 'order by driver_id',
    tests: { server: [`${SERVER}/finance/move-money.test.ts`, `${SERVER}/finance/ledger.model.test.ts`] },
  },
  {
    area: 'ledger',
    name: 'a movement of money is reversed twice',
    file: `${SERVER}/finance/reverse-transaction.ts`,
    find: "    if (current?.isReversed) throw new DomainError('ledger.already_reversed')\n",
    replace: '',
    tests: { server: [`${SERVER}/finance/move-money.test.ts`] },
  },
  {
    area: 'ledger',
    name: 'an order whose cost changes is settled a second time on top of the first',
    file: `${SERVER}/finance/settle-order.ts`,
    find: '  if (isStanding) ({ accounts } = await writeReversal(tx, accounts, standing, { ...author, note: noteOf(reason) }))\n',
    replace: '',
    tests: { server: [`${SERVER}/finance/settle-order.test.ts`] },
  },
  {
    area: 'SIP',
    name: 'a phone registers with any password',
    file: `${EXCHANGE}/digest.ts`,
    find: 'return account && isSame(response.toLowerCase(), wanted) ?',
    replace: 'return account ?',
    tests: { server: [`${EXCHANGE}/registering.test.ts`] },
  },
  {
    area: 'SIP',
    name: 'a challenge is answered over another socket than the one it was sent to',
    file: `${EXCHANGE}/digest.ts`,
    find: '.update(`${givenAt}|${place}`)',
    replace: '.update(givenAt)',
    tests: { server: [`${EXCHANGE}/registering.test.ts`] },
  },
  {
    area: 'SIP',
    name: 'a recorded challenge is good for ever',
    file: `${EXCHANGE}/digest.ts`,
    find: "    if (performance.now() - Number(givenAt) > NONCE_LIVES_MS) return { is: 'stale' }\n",
    replace: '',
    tests: { server: [`${EXCHANGE}/digest.test.ts`] },
  },
  {
    area: 'SIP',
    name: 'a registered phone ends the call of somebody else',
    file: `${EXCHANGE}/reception.ts`,
    find: "    if (account.extension !== keeper.extension) return this.#refuse(socket, request, 403, 'somebody_elses')\n",
    replace: '',
    tests: { server: [`${EXCHANGE}/holding.test.ts`] },
  },
  {
    area: 'SIP',
    name: 'a dispatcher takes the call that a colleague has answered',
    file: `${DOMAIN}/call.ts`,
    find: "return call.dispatcherId === dispatcherId ? 'mine' : 'taken'",
    replace: "return 'mine'",
    tests: { unit: [`${DOMAIN}/call.test.ts`], server: [`${SERVER}/calls/calls.test.ts`] },
  },
]
