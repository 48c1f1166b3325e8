export type { Archive } from './archive.ts'
export { contentBreach } from './content-breach.ts'
export { createFolderArchive } from './folder-archive.ts'
export { startSealing } from './sealing.ts'
