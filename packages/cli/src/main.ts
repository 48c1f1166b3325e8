import { runProgram } from './program.ts'

// Run through npm, the folder that matters is the one the person is in.
process.exitCode = await runProgram(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd())
