export { BUCKET_COUNT, spreadBuckets } from './buckets.ts'
export { CELLS_FORM, type CellAddress, readCells } from './cell-addresses.ts'
export { type CellMap, cellOf, packBuckets, unpackBuckets } from './cell-map.ts'
export { type CellRoutes, followCells, mapIn } from './cell-routes.ts'
