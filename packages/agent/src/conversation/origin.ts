/** Who is speaking in a message that is not the model's. Only a person's words can approve anything. */
export type Origin = 'person' | 'hook' | 'task' | 'note' | 'instructions' | 'agent' | 'schedule' | 'mcp';
