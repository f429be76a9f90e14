/** What of a systemd unit decides how its program runs. */
export interface Unit {
  user: string
  workingDirectory: string
  command: string[]
  environment: Record<string, string>
}

/** Reads a unit's text; `readFile` gives the text of an EnvironmentFile. */
export function parseUnit(text: string, readFile: (path: string) => string): Unit {
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].map(([, value = '']) => value.trim())
  const one = (name: string) => {
    const [value] = values(name)
    if (value === undefined) throw new Error(`the unit has no ${name}`)
    return value
  }
  const lines = [
    ...values('Environment'),
    ...values('EnvironmentFile').flatMap((path) => readFile(path).split('\n')),
  ]
  return {
    user: one('User'),
    workingDirectory: one('WorkingDirectory'),
    command: one('ExecStart').split(/\s+/),
    environment: Object.fromEntries(lines.flatMap(readAssignment)),
  }
}

/** `NAME=value`, the value perhaps in double quotes; comments and empty lines give nothing. */
function readAssignment(line: string): [string, string][] {
  const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(line.trim()) ?? []
  return name === undefined ? [] : [[name, value.replace(/^"(.*)"$/, '$1')]]
}
