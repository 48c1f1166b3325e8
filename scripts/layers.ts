// Who may import whom. `npm run check` holds every file to these tables, imports of types included; docs/architecture.md
// shows them as a picture. Circles between files are oxlint's (`import/no-cycle`).

/** A folder, or a file at the top of `src`, and the ones beside it that it may import. Its own files it always may. */
export type Layers = Readonly<Record<string, readonly string[]>>

/** The folders of the workspace. */
export const roots: Layers = {
  packages: ['packages'],
  services: ['packages'],
  tools: ['packages', 'tools'],
  examples: [],
  bench: ['packages', 'tools'],
  test: ['packages', 'tools', 'services', 'test'],
}

/** What tests of packages and services may import besides. */
export const rootsForTests: readonly string[] = ['tools']

/** These are at the bottom of everything: they import nothing but what comes with Node. */
export const importNothing: readonly string[] = ['packages/errors', 'packages/primitives']

const downFromUseCases = ['store', 'clients', 'domain', 'observe']

/** The inside of a service, `services/X/src`: arrows run down only, and none between rpc, http and jobs. */
export const serviceLayers: Layers = {
  'main.ts': ['app.ts', 'config.ts'],
  'index.ts': ['app.ts', 'config.ts'],
  'app.ts': ['assemble', 'config.ts', 'rpc', 'http', 'jobs', 'use-cases', ...downFromUseCases],
  assemble: ['config.ts', 'rpc', 'http', 'jobs', 'use-cases', ...downFromUseCases],
  'config.ts': ['domain'],
  rpc: ['use-cases', ...downFromUseCases],
  http: ['use-cases', ...downFromUseCases],
  jobs: ['use-cases', ...downFromUseCases],
  'use-cases': downFromUseCases,
  store: ['domain', 'observe', 'generated'],
  clients: ['domain', 'observe'],
  domain: [],
  observe: [],
  generated: [],
}

/** The inside of the edge, whose work is one pipeline: http is its upper end, a publisher and the other services its lower. */
export const edgeLayers: Layers = {
  'main.ts': ['app.ts', 'config.ts'],
  'index.ts': ['app.ts', 'config.ts'],
  'app.ts': ['assemble', 'config.ts', 'http', 'rpc', 'clients'],
  assemble: ['config.ts', 'http', 'jobs', 'probe', 'call', 'adapters', 'publisher', 'clients', 'limits', 'observe'],
  'config.ts': ['publisher'],
  http: ['pipeline', 'call', 'adapters', 'clients', 'limits', 'respond', 'observe'],
  rpc: ['probe', 'publisher'],
  // What the gateway asks publishers for itself.
  probe: ['adapters', 'publisher', 'clients', 'limits'],
  jobs: ['call', 'adapters', 'publisher', 'clients', 'limits'],
  pipeline: ['call', 'adapters', 'publisher', 'clients', 'limits', 'respond', 'observe'],
  observe: ['call', 'adapters', 'clients', 'limits'],
  call: ['adapters', 'clients', 'limits', 'respond'],
  // A stream of chat ends, when it breaks, with the envelope that any error has.
  adapters: ['limits', 'respond'],
  publisher: ['limits'],
  clients: ['limits'],
  respond: [],
  limits: [],
}

/** The console's web app, which lies in its service and is a package of its own. */
export const webApp = 'services/console/web'

/** The inside of the web app: what a page shows is made of `ui`, what it knows is asked for by `api`. */
export const webLayers: Layers = {
  'main.tsx': ['app'],
  app: ['pages', 'ui', 'api', 'lib'],
  pages: ['ui', 'api', 'lib'],
  ui: ['api', 'lib'],
  api: ['lib'],
  lib: [],
}

/** Something that only some layers of a service may hold. */
export interface Material {
  name: string
  onlyIn: readonly string[]
  /** Modules whose import is such a thing: a name, or a path's end. */
  modules?: readonly string[]
  /** Of these modules: types alone, values alone, or (not given) both. */
  kind?: 'types' | 'values'
  /** What such a thing looks like in a source. */
  pattern?: RegExp
}

export const materials: readonly Material[] = [
  { name: 'wire types', modules: ['@mtg/contracts'], kind: 'types', onlyIn: ['rpc', 'clients'] },
  { name: 'gRPC services', modules: ['@mtg/contracts'], kind: 'values', onlyIn: ['rpc', 'clients', 'app.ts'] },
  {
    name: 'the database',
    modules: ['@mtg/postgres', 'pg', '@prisma/client', '@prisma/adapter-pg', 'generated/prisma/client.ts'],
    kind: 'values',
    onlyIn: ['store', 'app.ts'],
  },
  {
    name: 'SQL',
    pattern: /['`]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|LOCK TABLE)\s/,
    onlyIn: ['store'],
  },
]

/** The one package that reads the environment for packages and services; everything else gets its settings passed. */
export const environmentReader = 'packages/runtime'

/** Where a rule does not hold, and why. */
export interface Exception {
  /** A file, or a folder with a slash at its end. */
  path: string
  rule: 'roots' | 'layers' | 'materials' | 'environment'
  reason: string
}

export const exceptions: readonly Exception[] = [
  {
    path: 'test/chart/network.test.ts',
    rule: 'roots',
    reason: 'holds network policies against the very list of addresses that the edge refuses',
  },
  {
    path: 'bench/pages.ts',
    rule: 'roots',
    reason: "opens the console's pages by the lists and the signs of being loaded that its tests have",
  },
]
