export interface InvitationLine {
  full_name: string
  email: string
}

/** Reads `Name <email>` from each line and skips blank lines. All other lines are returned as unreadable. */
export function readInvitationLines(text: string): { people: InvitationLine[]; unreadable: string[] } {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const people: InvitationLine[] = []
  const unreadable: string[] = []
  for (const line of lines) {
    const open = line.lastIndexOf('<')
    const [full_name, email] = [line.slice(0, Math.max(open, 0)).trim(), line.slice(open + 1, -1).trim()]
    if (open > 0 && line.endsWith('>') && full_name && email.includes('@')) people.push({ full_name, email })
    else unreadable.push(line)
  }
  return { people, unreadable }
}
