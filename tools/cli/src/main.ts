import { runProgram } from './program.ts'

// Whoever reads may have had enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

// Run through npm, the folder that matters is the one the person is in.
process.exitCode = await runProgram(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd())
