# Runs commands one after the other for the test of option pairs, under one strace.
#
# Arguments: seconds for each command, and the directory. Standard input has a line for each: its words and, before
# them, variables as NAME=VALUE and an empty field, all in hexadecimal and separated by blanks. Before each it looks for
# /pair/N, so that the trace says where command N begins. Prints the exit code of each, or "late".

use strict;
use warnings;
use Fcntl;

my ($seconds, $directory) = @ARGV;
chdir $directory or die "$directory: $!";
my ($index, $child) = (0);
local $SIG{ALRM} = sub { $child = -$child if $child > 0; kill 'KILL', $child };
my @lines = <STDIN>;

for my $line (@lines) {
    chomp $line;
    my @fields = map { pack 'H*', $_ } split / /, $line, -1;
    sysopen my $mark, "/pair/$index", O_RDONLY;
    $index += 1;
    $child = fork // die "fork: $!";
    if ($child == 0) {
        setpgrp;
        while (length(my $variable = shift @fields)) {
            my ($name, $value) = split /=/, $variable, 2;
            $ENV{$name} = $value;
        }
        open STDIN, '<', 'a.txt';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec {$fields[0]} @fields or exit 127;
    }
    alarm $seconds;
    waitpid $child < 0 ? -$child : $child, 0;
    alarm 0;
    print $child < 0 ? 'late' : $? & 127 ? 128 + ($? & 127) : $? >> 8, "\n";
}
sysopen my $mark, '/pair/end', O_RDONLY;
