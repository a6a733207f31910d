// SPDX-License-Identifier: GPL-3.0-or-later
// librdkafka's mock cluster as a process of its own: somebody else's brokers, for tests that must not be judged by our own.
// It prints "bootstrap.servers=…" when its ports are open, then reads commands, one a line, and answers each with "ok" or
// "error: …". It ends at "quit" and at the end of its input, so that it never outlives the test that started it.
//
//   mockcluster BROKERS                     brokers 1 to BROKERS on free ports of 127.0.0.1
//   topic NAME PARTITIONS REPLICATION
//   leader TOPIC PARTITION BROKER
//   coordinator group|transaction KEY BROKER
//   versions API MIN MAX                    an API by its key; -1 -1: not offered
//   rtt BROKER MS                           -1 means every broker here and below
//   down BROKER, up BROKER                  no change of leaders
//   error API CODE…                         for as many of the next requests
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Delete {
    void operator()(rd_kafka_t* handle) const { rd_kafka_destroy(handle); }
    void operator()(rd_kafka_mock_cluster_t* cluster) const { rd_kafka_mock_cluster_destroy(cluster); }
};

/// What the mock says to a command; an unknown command or a missing word is an invalid argument.
rd_kafka_resp_err_t obey(rd_kafka_mock_cluster_t* cluster, std::istringstream& words)
{
    std::string command;
    std::string name;
    std::string key;
    int a = 0;
    int b = 0;
    words >> command;
    if (command == "topic" && words >> name >> a >> b)
        return rd_kafka_mock_topic_create(cluster, name.c_str(), a, b);
    if (command == "leader" && words >> name >> a >> b)
        return rd_kafka_mock_partition_set_leader(cluster, name.c_str(), a, b);
    if (command == "coordinator" && words >> name >> key >> a)
        return rd_kafka_mock_coordinator_set(cluster, name.c_str(), key.c_str(), a);
    if (command == "rtt" && words >> a >> b)
        return rd_kafka_mock_broker_set_rtt(cluster, a, b);
    if (command == "down" && words >> a)
        return rd_kafka_mock_broker_set_down(cluster, a);
    if (command == "up" && words >> a)
        return rd_kafka_mock_broker_set_up(cluster, a);
    int api = 0;
    if (command == "versions" && words >> api >> a >> b)
        return rd_kafka_mock_set_apiversion(
            cluster, static_cast<std::int16_t>(api), static_cast<std::int16_t>(a), static_cast<std::int16_t>(b));
    if (command == "error" && words >> api) {
        std::vector<rd_kafka_resp_err_t> errors;
        for (int code = 0; words >> code;)
            errors.push_back(static_cast<rd_kafka_resp_err_t>(code));
        if (!errors.empty()) {
            rd_kafka_mock_push_request_errors_array(
                cluster, static_cast<std::int16_t>(api), errors.size(), errors.data());
            return RD_KAFKA_RESP_ERR_NO_ERROR;
        }
    }
    return RD_KAFKA_RESP_ERR__INVALID_ARG;
}

} // namespace

int main(int argc, char** argv)
{
    const int brokers = argc == 2 ? std::atoi(argv[1]) : 0;
    if (brokers < 1) {
        std::cerr << "usage: mockcluster BROKERS\n";
        return 2;
    }
    char reason[512] = "";
    rd_kafka_conf_t* config = rd_kafka_conf_new(); // the handle takes it
    rd_kafka_conf_set_log_cb(config, [](const rd_kafka_t*, int, const char*, const char*) {});
    const std::unique_ptr<rd_kafka_t, Delete> handle(rd_kafka_new(RD_KAFKA_PRODUCER, config, reason, sizeof reason));
    if (!handle) {
        std::cerr << "mockcluster: " << reason << '\n';
        return 1;
    }
    const std::unique_ptr<rd_kafka_mock_cluster_t, Delete> cluster(rd_kafka_mock_cluster_new(handle.get(), brokers));
    if (!cluster) {
        std::cerr << "mockcluster: no cluster of " << brokers << " brokers\n";
        return 1;
    }
    std::cout << "bootstrap.servers=" << rd_kafka_mock_cluster_bootstraps(cluster.get()) << std::endl;
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        std::istringstream words(line);
        const rd_kafka_resp_err_t error = obey(cluster.get(), words);
        if (error == RD_KAFKA_RESP_ERR_NO_ERROR)
            std::cout << "ok " << line << std::endl;
        else
            std::cout << "error: " << line << ": " << rd_kafka_err2str(error) << std::endl;
    }
    return 0;
}
