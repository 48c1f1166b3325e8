import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from '@mtg/embedded'
import { chatCall, KEY, MODEL } from './chat.ts'
import { isInstalled, run } from './install.ts'
import type { Peer } from './peer.ts'
import { runServer } from './run-server.ts'
import { VERSIONS } from './versions.ts'

/** LiteLLM's proxy: one worker, one key that everybody uses, no database. */
export const litellm: Peer = {
  name: 'LiteLLM proxy',
  settings: '--num_workers 1, one master key, no database, LITELLM_MODE=PRODUCTION, LITELLM_LOG=ERROR, no access log',
  folder: `litellm-${VERSIONS.litellm}`,
  isHere: isInstalled,
  async install(home) {
    const python = findOnPath('python3')
    if (python === undefined) throw new Error('there is no python3')
    await run(python.command, ['-m', 'venv', join(home, 'venv')], { cwd: home })
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
    await run(join(home, 'venv/bin/python'), [...pip, `litellm[proxy]==${VERSIONS.litellm}`], { cwd: home })
  },
  async start({ home, work, port, upstream }) {
    writeFileSync(join(work, 'config.yaml'), configuration(upstream))
    writeFileSync(join(work, 'log.json'), JSON.stringify(quietLog))
    const call = chatCall()
    const server = await runServer({
      command: join(home, 'venv/bin/litellm'),
      args: `--config config.yaml --host 127.0.0.1 --port ${port} --num_workers 1 --log_config log.json`.split(' '),
      env: { LITELLM_MODE: 'PRODUCTION', LITELLM_LOG: 'ERROR', LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
      work,
      port,
      call,
    })
    return { ...server, version: VERSIONS.litellm, call }
  },
}

function configuration(upstream: string): string {
  return `
model_list:
  - model_name: ${MODEL}
    litellm_params:
      model: openai/${MODEL}
      api_base: ${upstream}/v1
      api_key: ${KEY}
litellm_settings:
  set_verbose: false
  num_retries: 0
general_settings:
  master_key: ${KEY}
`
}

/** A line for each request would be written for nobody. */
const quietLog = {
  version: 1,
  disable_existing_loggers: false,
  handlers: { stderr: { class: 'logging.StreamHandler' } },
  loggers: {
    uvicorn: { handlers: ['stderr'], level: 'ERROR', propagate: false },
    'uvicorn.access': { handlers: [], level: 'ERROR', propagate: false },
  },
}
