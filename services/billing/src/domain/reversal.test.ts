import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postingsOfReturning, postingsOfTaking, type Reversal } from './reversal.ts'

const reversal: Reversal = {
  id: 'r',
  topUpId: 't',
  kind: 'dispute',
  state: 'taken',
  amountMicros: 100n,
  fromWalletMicros: 30n,
  requestId: null,
  processorRef: 'dp_1',
  takenAgain: false,
}
const sides = (postings: ReturnType<typeof postingsOfTaking>) =>
  postings.map(({ debit, credit, amountMicros, reference }) => [debit.type, credit.type, amountMicros, reference])

test('what the wallet no longer has is owed by the buyer', () => {
  assert.deepEqual(sides(postingsOfTaking(reversal, 'b')), [
    ['wallet', 'processor_clearing', 30n, 'r:wallet'],
    ['receivable', 'processor_clearing', 70n, 'r:receivable'],
  ])
})

test('a part of nothing is no entry', () => {
  assert.deepEqual(sides(postingsOfTaking({ ...reversal, fromWalletMicros: 100n }, 'b')), [
    ['wallet', 'processor_clearing', 100n, 'r:wallet'],
  ])
})

test('money comes back the way it went, under names of its own', () => {
  assert.deepEqual(sides(postingsOfReturning(reversal, 'b')), [
    ['processor_clearing', 'wallet', 30n, 'r:wallet:returned'],
    ['processor_clearing', 'receivable', 70n, 'r:receivable:returned'],
  ])
})

test('what is taken a second time has entries of its own, there and back', () => {
  const again = { ...reversal, fromWalletMicros: 100n, takenAgain: true }
  assert.deepEqual(sides(postingsOfTaking(again, 'b')), [['wallet', 'processor_clearing', 100n, 'r:wallet:again']])
  assert.deepEqual(sides(postingsOfReturning(again, 'b')), [
    ['processor_clearing', 'wallet', 100n, 'r:wallet:again:returned'],
  ])
})
