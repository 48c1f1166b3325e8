import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

function drain(queue: { shift(): string | undefined }): string[] {
  const items: string[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item)
  return items
}

test('who has one item waits for one of everybody, however many somebody has', () => {
  const queue = createFairQueue<string>(100)
  for (let count = 1; count <= 4; count += 1) queue.push('ada', `a${count}`)
  queue.push('bob', 'b1')
  queue.push('cleo', 'c1')
  queue.push('bob', 'b2')
  assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  assert.equal(queue.size, 0)
})

test('a full queue gives up the newest item of whoever has most', () => {
  const queue = createFairQueue<string>(3)
  for (const item of ['a1', 'a2', 'a3']) assert.equal(queue.push('ada', item), undefined)
  assert.equal(queue.push('bob', 'b1'), 'a3')
  assert.equal(queue.push('ada', 'a4'), 'a4')
  assert.deepEqual([queue.size, drain(queue)], [3, ['a1', 'b1', 'a2']])
})

test('an owner who comes back stands at the end', () => {
  const queue = createFairQueue<string>(10)
  queue.push('ada', 'a1')
  queue.push('bob', 'b1')
  assert.equal(queue.shift(), 'a1')
  queue.push('ada', 'a2')
  assert.deepEqual(drain(queue), ['b1', 'a2'])
})
