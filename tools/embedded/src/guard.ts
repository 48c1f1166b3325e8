import { spawn } from 'node:child_process'

// The shell waits for a line; end of input means that the process holding the other end is gone.
const SCRIPT = 'read -r line || kill -s "$2" "$1" 2>/dev/null'

/**
 * Makes sure that `pid` is stopped when this process dies without stopping it (kill -9, power of a debugger):
 * a small shell holds the other end of a pipe and sends `signal` when the pipe closes.
 * The returned function ends the watch.
 */
export function guard(pid: number, signal: NodeJS.Signals): () => void {
  const args = ['-c', SCRIPT, 'guard', String(pid), signal.replace(/^SIG/, '')]
  const shell = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.on('error', () => {}) // Without /bin/sh there is no guard, and nothing else is lost.
  shell.stdin.on('error', () => {})
  shell.unref()
  return () => {
    shell.stdin.end('done\n')
  }
}
