export type { Archive } from './archive.ts'
export { contentBreach } from './content-breach.ts'
export { createFolderArchive } from './folder-archive.ts'
export { type Sealing, startSealing } from './sealing.ts'
