// The floor of bench:latency: one unary gRPC call to a service that commits one row durably, and nothing else. No gateway with
// a durable debit can be faster than its database's one commit.
import * as grpc from '@grpc/grpc-js'
import { Pool } from 'pg'
import { FLOOR_METHOD } from './orders.ts'

const CONNECTIONS = 16
const same = (bytes: Buffer) => bytes
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: CONNECTIONS })
await pool.query(
  'CREATE TABLE floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, amount_micros bigint NOT NULL)',
)

const insert = { name: 'commit', text: 'INSERT INTO floor (amount_micros) VALUES ($1)', values: [1] }
const server = new grpc.Server()
const method = {
  path: FLOOR_METHOD,
  requestStream: false,
  responseStream: false,
  requestSerialize: same,
  requestDeserialize: same,
  responseSerialize: same,
  responseDeserialize: same,
}
server.addService(
  { Commit: method },
  {
    Commit(call: grpc.ServerUnaryCall<Buffer, Buffer>, answer: grpc.sendUnaryData<Buffer>) {
      pool.query(insert).then(
        () => answer(null, call.request),
        (error: Error) => answer(error),
      )
    },
  },
)
server.bindAsync(`127.0.0.1:${process.env['PORT']}`, grpc.ServerCredentials.createInsecure(), error => {
  if (error !== null) throw error
  process.send?.('ready')
})
